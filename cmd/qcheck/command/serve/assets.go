//go:build !js

package serve

import (
	"bytes"
	"embed"
	"io/fs"
	"net/http"

	"qcheck/counterexample/drawing"
)

//go:embed assets
var files embed.FS

// page serves the files of the page, with this program as the engine in place of WebAssembly.
func page() (http.Handler, error) {
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		return nil, err
	}
	index, err := fs.ReadFile(assets, "index.html")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(assets))
	text := func(path, kind string, text []byte) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write(text)
		})
	}
	text("/{$}", "text/html; charset=utf-8", bytes.Replace(index, []byte(`data-engine="wasm"`), []byte(`data-engine="serve"`), 1))
	text("/drawing.css", "text/css; charset=utf-8", []byte(drawing.Style()))
	return mux, nil
}
