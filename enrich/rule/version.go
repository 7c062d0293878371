package rule

// Version changes whenever a chunk may get other lines than before. It is part
// of a recipe.
const Version = 1
