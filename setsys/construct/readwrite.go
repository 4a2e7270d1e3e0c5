package construct

import (
	"errors"
	"fmt"

	"qcheck/setsys"
)

// readWrite returns the read-write structure of the families over the nodes 1..n.
func readWrite(write, read setsys.Family) (*setsys.Structure, error) {
	u, err := setsys.Numbered(write.Nodes())
	return &setsys.Structure{Kind: setsys.ReadWrite, Universe: u, Write: write, Read: read}, err
}

// sizesOf returns the parameters write and read, of at most the total, which are
// by default more than half of it, and just enough to meet every write quorum.
func (a args) sizesOf(total int, what string) (write, read int, err error) {
	write = total/2 + 1
	if a.has("write") {
		write = a.int("write")
	}
	if write > total {
		return 0, 0, outside("write", fmt.Sprintf("an integer from 1 to %s = %d", what, total), write)
	}
	read = total + 1 - write
	if a.has("read") {
		read = a.int("read")
	}
	if read > total {
		return 0, 0, outside("read", fmt.Sprintf("an integer from 1 to %s = %d", what, total), read)
	}
	return write, read, nil
}

// readWriteThreshold has all sets of so many nodes as write quorums and all sets
// of so many as read quorums: the N, W and R of Dynamo, and the phase-2 and phase-1
// quorums of Flexible Paxos. Claimed: a read-write quorum system when read + write
// exceeds n.
func readWriteThreshold() *Construction {
	return &Construction{
		Name: "read-write-threshold", Kind: setsys.ReadWrite,
		Summary: "write: all sets of so many nodes; read: all sets of so many nodes",
		Source:  "DeCandia et al., Dynamo, 2007 (N, R and W); Howard, Malkhi and Spiegelman, Flexible Paxos, 2016",
		Claim:   "a read-write quorum system when read + write exceeds n; every two write quorums share a node when 2·write exceeds n",
		Params: []Param{
			number("n", "number of nodes"),
			{Name: "write", Doc: "number of nodes of a write quorum, at most n; by default floor(n/2)+1", Type: Int, Min: 1, Max: setsys.MaxNodes},
			{Name: "read", Doc: "number of nodes of a read quorum, at most n; by default n+1-write", Type: Int, Min: 1, Max: setsys.MaxNodes},
		},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n := a.int("n")
			write, read, err := a.sizesOf(n, "n")
			if err != nil {
				return nil, err
			}
			return readWrite(setsys.Unlisted(n, uniform(n, write), a.limit), setsys.Unlisted(n, uniform(n, read), a.limit))
		},
	}
}

// readWriteVoting has the minimal sets whose votes reach the write threshold, and
// those that reach the read threshold (Gifford 1979). Claimed: a read-write quorum
// system when read + write exceeds the sum of all votes.
func readWriteVoting() *Construction {
	return &Construction{
		Name: "read-write-voting", Kind: setsys.ReadWrite,
		Summary: "write: the minimal sets whose votes sum up to the threshold for writing; read: the same with that for reading",
		Source:  "Gifford, Weighted voting for replicated data, 1979",
		Claim:   "a read-write quorum system when read + write exceeds the sum of all votes; every two write quorums share a node when 2·write exceeds it",
		Params: []Param{
			{Name: "votes", Doc: "number of votes of each node, not all 0", Type: Ints, Required: true, Min: 0, Max: maxVotes},
			{Name: "write", Doc: "votes that a write quorum needs, at most the sum of all; by default more than half of them", Type: Int, Min: 1, Max: maxVotes * setsys.MaxNodes},
			{Name: "read", Doc: "votes that a read quorum needs, at most the sum of all; by default that sum plus 1 minus write", Type: Int, Min: 1, Max: maxVotes * setsys.MaxNodes},
		},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			votes, total, err := a.votes()
			if err != nil {
				return nil, err
			}
			write, read, err := a.sizesOf(total, "the sum of votes")
			if err != nil {
				return nil, err
			}
			n := len(votes)
			of := func(need int) setsys.Family {
				return setsys.Unlisted(n, setsys.Weighted(need, nodes(n), votes), a.limit)
			}
			return readWrite(of(write), of(read))
		},
	}
}

// readWriteDual has the minimal quorums of a structure as write quorums, and as
// read quorums all minimal sets that share a node with each of them. Claimed: a
// read-write quorum system to which no read quorum can be added.
//
// A structure without quorums gives the empty set as a read quorum, and one with
// the empty quorum gives none: neither is a read-write quorum system.
func readWriteDual() *Construction {
	return &Construction{
		Name: "read-write-dual", Kind: setsys.ReadWrite,
		Summary: "write: the minimal quorums of a structure; read: the minimal sets that share a node with each of them",
		Source:  "Fu, Delay-optimal quorum consensus for distributed systems, 1997 (bicoteries)",
		Claim:   "a read-write quorum system; every set that shares a node with each write quorum contains a read quorum",
		Params:  []Param{nested("of", "the structure of the write quorums", setsys.Coterie, setsys.KCoterie, setsys.KArbiter)},
		build: func(a args) (*setsys.Structure, error) {
			of := a.structure("of")
			write := of.Quorums.Minimal()
			if err := a.room(write.Len()); err != nil {
				return nil, err
			}
			read, err := write.Transversals(a.limit)
			if errors.As(err, new(setsys.ErrTooMany)) {
				return nil, a.full()
			}
			return &setsys.Structure{Kind: setsys.ReadWrite, Universe: of.Universe, Write: write, Read: read}, err
		},
	}
}
