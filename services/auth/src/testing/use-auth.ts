import { afterAll } from 'vitest'
import { peopleOf } from './people.ts'
import { type Started, startAuth } from './start.ts'

/** Await it first in the file: starts auth once, for all its tests. */
export async function useAuth(): Promise<{ auth: Started; people: ReturnType<typeof peopleOf> }> {
  const auth = await startAuth()
  afterAll(() => auth.close())
  return { auth, people: peopleOf(auth) }
}
