/**
 * A replayed event is stored in the log once more, for one durable alone: under a subject that nobody else reads, with
 * an id that is new. Neither separator may occur in what it separates.
 */
export function replayed(durable: string, subject: string): string {
  return `${durable}/${subject}`
}

export function replayedId(id: string, number: number): string {
  return `${id} ${number}`
}

export function originalSubject(subject: string): string {
  return subject.slice(subject.indexOf('/') + 1)
}

export function originalId(id: string): string {
  return id.split(' ', 1)[0] ?? id
}
