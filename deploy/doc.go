// Package deploy tests the recipes beside it: a sweep as a Slurm array, with GNU
// parallel, as a Kubernetes job and as a matrix of CI jobs. It is a module of its own,
// since it needs the types of Kubernetes. Slurm and GNU parallel run where they are
// installed.
package deploy
