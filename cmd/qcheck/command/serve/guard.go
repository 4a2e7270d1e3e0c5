//go:build !js

package serve

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"time"
)

// BodyTime is how long the header or the body of a request may take; tests have less patience.
var BodyTime = 10 * time.Second

// guarded answers nobody but the page itself: not under another name, by which a page of others would
// reach this address (DNS rebinding), and no request that a page of others makes.
func guarded(port int, next http.Handler) http.Handler {
	names := []string{fmt.Sprintf("127.0.0.1:%d", port), fmt.Sprintf("localhost:%d", port)}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 { // a body that does not come is not waited for
			http.NewResponseController(w).SetReadDeadline(time.Now().Add(BodyTime))
		}
		if !slices.Contains(names, r.Host) {
			http.Error(w, fmt.Sprintf("qcheck serves %s, not %q", names[0], r.Host), http.StatusMisdirectedRequest)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
			site := r.Header.Get("Sec-Fetch-Site") // not all browsers say it
			if r.Header.Get("Origin") != "http://"+r.Host || site != "" && site != "same-origin" || kind != "application/json" {
				http.Error(w, "qcheck answers its own page only", http.StatusForbidden)
				return
			}
		}
		for name, value := range map[string]string{
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	})
}
