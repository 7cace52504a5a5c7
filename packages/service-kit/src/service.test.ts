import { Type } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type { App } from './app.ts'
import type { Parts } from './parts.ts'
import { runService } from './service.ts'

const config = Type.Object({ LIMIT: Type.Integer() })
type Run = typeof runService<typeof config, 'store' | 'bus'>
type Built = Parameters<Parameters<Run>[0]['build']>[0]

test('a service gets the parts it needs, and using others does not compile', () => {
  expectTypeOf<Built['config']>().toEqualTypeOf<{ LIMIT: number }>()
  expectTypeOf<keyof Built>().toEqualTypeOf<'config' | 'log' | 'metrics' | 'now' | 'store' | 'bus'>()
  const build = async (_parts: Pick<Parts, 'store' | 'log'>): Promise<App> => Promise.reject(new Error('not run'))
  const asked = () => runService({ name: 'posts', config, needs: ['store', 'bus'], build })
  // @ts-expect-error it takes a store and asked only for the bus.
  const forgot = () => runService({ name: 'posts', config, needs: ['bus'], build })
  expectTypeOf(forgot).toEqualTypeOf(asked)
})
