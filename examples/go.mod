module examples

go 1.26

require qcheck v0.0.0

require (
	github.com/bits-and-blooms/bitset v1.29.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/pelletier/go-toml/v2 v2.4.3 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.10 // indirect
)

replace qcheck => ../
