package importer

import (
	"fmt"
	"strings"

	"qcheck/setsys"
	"qcheck/setsys/near"
)

// replicas finds the replicas that the options ask for, by data centre, or all together with
// SimpleStrategy.
func (k *keyspace) replicas() {
	replication := value{source: k.source, members: k.options}
	class, ok := replication.first("class")
	if !ok {
		k.refuse(k.at, `the replication has no "class"`)
	}
	switch strings.TrimPrefix(class.plain(), "org.apache.cassandra.locator.") {
	case "SimpleStrategy":
		k.simple = true
	case "NetworkTopologyStrategy":
	default:
		class.bad("want SimpleStrategy or NetworkTopologyStrategy, found %s", setsys.Quote(class.plain()))
	}
	named := map[string]bool{}
	for _, o := range k.options {
		switch {
		case o.key == "class", !k.simple && o.key == "replication_factor": // explicit factors come first
			continue
		case k.simple && o.key != "replication_factor":
			k.refuse(o.keyAt, "unknown option %s of SimpleStrategy%s", setsys.Quote(o.key), near.Hint(o.key, []string{"class", "replication_factor"}))
		case o.key == "":
			k.refuse(o.keyAt, "a data centre without a name")
		}
		k.add(o.key, o.value)
		named[o.key] = true
	}
	if factor, ok := replication.first("replication_factor"); ok && !k.simple {
		others := []string{"datacenter1"}
		if k.flags["datacenters"] != "" {
			others = k.counted("datacenters", "datacenter")
		}
		for _, name := range others {
			if !named[name] {
				k.add(name, factor)
			}
		}
	} else if k.flags["datacenters"] != "" {
		refuseFlag("--datacenters: the keyspace has no replication_factor that stands for data centres")
	}
	if len(k.centres) == 0 {
		k.refuse(k.at, "the keyspace has no replicas")
	}
}

// add adds a data centre with the replicas that an option asks for.
func (k *keyspace) add(name string, option value) {
	prefix := name
	if k.simple {
		prefix = "replica"
	}
	var names []string
	for _, rack := range option.list {
		names = append(names, prefix+"-"+rack.plain())
	}
	if names == nil {
		given := option.plain()
		if full, transient, ok := strings.Cut(given, "/"); ok && isNumber(full) && isNumber(transient) {
			option.bad("transient replication (%s) is not modelled", setsys.Quote(given))
		}
		names = numbered(prefix, option.count(0, setsys.MaxNodes, fmt.Sprint("a replication factor of 0 to ", setsys.MaxNodes)))
	}
	if len(names) == 0 {
		return
	}
	k.centres = append(k.centres, datacentre{name, k.nodes(names)})
	for _, replica := range names {
		if !k.simple {
			k.homes.add("", name, k.index[replica])
		}
	}
}
