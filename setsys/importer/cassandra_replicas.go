package importer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// replicas returns the replicas that the options ask for, by data centre, or all
// together with SimpleStrategy.
func (s source) replicas(options []option, nodes *voters) (centres []datacentre, simple bool, err error) {
	strategy := slices.IndexFunc(options, func(o option) bool { return o.key.text == "class" })
	if strategy < 0 {
		return nil, false, s.errorf(options[0].key.at, `the replication has no "class"`)
	}
	class := options[strategy].value
	var named []string
	switch class.text {
	case "SimpleStrategy", "org.apache.cassandra.locator.SimpleStrategy":
		simple = true
	case "NetworkTopologyStrategy", "org.apache.cassandra.locator.NetworkTopologyStrategy":
	default:
		return nil, false, s.errorf(class.at, "want SimpleStrategy or NetworkTopologyStrategy, found %s", setsys.Quote(class.text))
	}
	for i, o := range options {
		switch {
		case i == strategy:
			continue
		case simple && o.key.text != "replication_factor":
			return nil, false, s.errorf(o.key.at, "unknown option %s of SimpleStrategy%s", setsys.Quote(o.key.text), near.Hint(o.key.text, []string{"class", "replication_factor"}))
		case !simple && o.key.text == "replication_factor":
			continue // below: explicit factors come first
		}
		c := datacentre{name: o.key.text}
		prefix := c.name
		if simple {
			prefix = "replica"
		}
		replicas, err := s.replicasOf(o, prefix)
		if err != nil {
			return nil, false, err
		}
		for _, name := range replicas {
			c.replicas = append(c.replicas, nodes.add(name))
		}
		named = append(named, c.name)
		if len(replicas) > 0 {
			centres = append(centres, c)
		}
	}
	if i := slices.IndexFunc(options, func(o option) bool { return o.key.text == "replication_factor" }); i >= 0 && !simple {
		others, err := s.unnamed(named)
		if err != nil {
			return nil, false, err
		}
		for _, name := range others {
			c := datacentre{name: name}
			replicas, err := s.replicasOf(options[i], name)
			if err != nil {
				return nil, false, err
			}
			for _, name := range replicas {
				c.replicas = append(c.replicas, nodes.add(name))
			}
			if len(replicas) > 0 {
				centres = append(centres, c)
			}
		}
	} else if s.flags["datacenters"] != "" {
		return nil, false, errors.New("--datacenters: the keyspace has no replication_factor that stands for data centres")
	}
	if len(centres) == 0 {
		return nil, false, s.errorf(options[0].key.at, "the keyspace has no replicas")
	}
	return centres, simple, nil
}

// replicasOf returns the names of the replicas that an option asks for.
func (s source) replicasOf(o option, prefix string) (names []string, err error) {
	for _, rack := range o.racks {
		names = append(names, prefix+"-"+rack.text)
	}
	if o.racks != nil {
		return names, nil
	}
	factor, err := strconv.Atoi(o.value.text)
	if full, transient, ok := strings.Cut(o.value.text, "/"); ok && isNumber(full) && isNumber(transient) {
		return nil, s.errorf(o.value.at, "transient replication (%s) is not modelled", setsys.Quote(o.value.text))
	}
	if err != nil || factor < 0 || factor > setsys.MaxNodes {
		return nil, s.errorf(o.value.at, "want a replication factor of 0 to %d, found %s", setsys.MaxNodes, setsys.Quote(o.value.text))
	}
	for j := range factor {
		names = append(names, fmt.Sprintf("%s-%d", prefix, j+1))
	}
	return names, nil
}

// unnamed returns the data centres that replication_factor stands for: those without a
// factor of their own.
func (s source) unnamed(named []string) ([]string, error) {
	given := s.flags["datacenters"]
	if given == "" {
		return []string{"datacenter1"}, nil
	}
	all, err := counted("datacenters", given, "datacenter")
	return slices.DeleteFunc(all, func(name string) bool { return slices.Contains(named, name) }), err
}
