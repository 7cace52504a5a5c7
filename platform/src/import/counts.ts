/** Each row read counts as exactly one of added, alreadyThere and refused. */
export interface Counts {
  read: number
  added: number
  alreadyThere: number
  refused: number
}
