package memo

import lru "github.com/hashicorp/golang-lru/v2"

// remembered is how many results of one function are kept: more than a store has plans in all
// its languages.
const remembered = 512

// Remember is the function, whose result depends on its argument alone, computed once for each of
// the arguments that are used most. Those who get a result share it.
func Remember[K comparable, V any](compute func(K) V) func(K) V {
	results, err := lru.New[K, V](remembered)
	if err != nil {
		panic(err) // only for sizes below 1
	}
	return func(key K) V {
		if result, ok := results.Get(key); ok {
			return result
		}
		result := compute(key)
		results.Add(key, result)
		return result
	}
}
