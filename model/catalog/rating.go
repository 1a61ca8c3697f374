package catalog

// Ratings are A.M. Best's ratings of financial strength, the best first.
var Ratings = []string{"A++", "A+", "A", "A-", "B++", "B+", "B", "B-", "C++", "C+", "C", "C-", "D", "E", "F"}
