// to be
