// Package sample has the commands that make records which are not real: demo, whose access (tokens and portfolios) serve
// prints too, and load. What they write comes from the packages demo and load beside it.
package sample
