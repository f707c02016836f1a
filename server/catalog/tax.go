package catalog

// TaxInside is the consumption tax contained in a tax-included amount of yen at a rate in percent, rounded down.
// Take it from the total of a rate, once: the sum of rounded parts would differ.
func TaxInside(amount, rate int) int { return amount * rate / (100 + rate) }
