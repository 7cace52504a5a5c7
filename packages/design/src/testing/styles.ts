/** Runs before the screen tests of every room: their pages look as they do in the shell. */
import '../tokens.css'
import '../base.css'
