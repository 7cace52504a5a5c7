/** Every row of the file is in exactly one of the last three. */
export interface Counts {
  read: number
  added: number
  alreadyThere: number
  refused: number
}
