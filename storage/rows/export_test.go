package rows

// Texts is how many texts of statements a table keeps.
func (t *Table[T, F]) Texts() int { return t.texts.Len() }
