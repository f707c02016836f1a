// Package useragent reads the header User-Agent: where a request comes from as far as pages and the
// login history care. What it says is a claim, good for what is shown and never for deciding
// access. It owns no table.
package useragent
