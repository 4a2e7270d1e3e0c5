// Package proof writes why a property of a structure holds, such that programs of
// others can check it: a formula that asks for what would violate the property,
// and a proof that the formula has no model.
//
// A [Prover] makes the proofs of the properties of a structure. A [Proof] is two texts, and what each
// variable means. There are two kinds:
//
//	listed families   clauses, and lines that follow from those that they name by unit
//	                  propagation alone
//	formulas          what counting decides: lines that add, multiply and divide inequalities
//
// A formula is 0-1 inequalities (OPB), and a proof is in the format of VeriPB, version 3.0. A
// clause is an inequality, too: at least one of its literals is true.
//
// The proof is checked by anybody; the formula is the point where trust lies. So it
// follows the definition closely: what the text of [Proof] says of it is complete,
// and the tests compare its models with the definition on all small structures. A
// violated property needs no proof, because its witness is the evidence. Where there
// is no proof of a property that holds, the error says why.
//
// The proofs come from a search of their own (see refutation.go), not from the searches
// of package properties: a lemma must be written so that later lines can use it, and
// those searches ask an index that has no clauses. Package checker checks the
// proofs.
package proof
