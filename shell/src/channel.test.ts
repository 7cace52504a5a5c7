import { afterEach, expect, it, vi } from 'vitest'
import { createChanges } from './changes.ts'
import { openChannel } from './channel.ts'

afterEach(() => vi.unstubAllGlobals())

it('a tab that may not hear of others keeps its own changes', () => {
  class Refused {
    constructor() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  }
  vi.stubGlobal('BroadcastChannel', Refused)
  const changes = createChanges(openChannel('changes'))
  changes.announce({ type: 'post.changed', id: 'a'.repeat(24) })
  const heard: unknown[] = []
  changes.after(0).subscribe(({ change }) => heard.push(change))
  expect(heard).toEqual([{ type: 'post.changed', id: 'a'.repeat(24) }])
})
