enum FunctionsCompat {}
