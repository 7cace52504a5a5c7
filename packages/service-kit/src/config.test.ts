import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const Config = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  STORE_URL: Type.String({ pattern: '^(sqlite|mongodb):', description: 'sqlite:FOLDER or mongodb://…' }),
  DEBUG: Type.Boolean({ default: false }),
  LEVEL: Type.Enum(['info', 'warn'], { default: 'info' }),
  ORIGINS: Type.Array(Type.String({ pattern: '^https?://' }), { default: [] }),
  TOKEN: Type.Optional(Type.String({ minLength: 8, secret: true })),
})

test('fills in defaults, converts text and drops unknown variables', () => {
  expect(readConfig(Config, { STORE_URL: 'sqlite:data', PORT: ' 80 ', DEBUG: '1', PATH: '/bin', LEVEL: '' })).toEqual({
    PORT: 80,
    STORE_URL: 'sqlite:data',
    DEBUG: true,
    LEVEL: 'info',
    ORIGINS: [],
  })
})

test('lists are separated by commas or spaces', () => {
  const { ORIGINS } = readConfig(Config, { STORE_URL: 'sqlite:x', ORIGINS: 'https://a.example, http://b.example' })
  expect(ORIGINS).toEqual(['https://a.example', 'http://b.example'])
})

test('a default list is not shared between reads', () => {
  const read = () => readConfig(Config, { STORE_URL: 'sqlite:x' }).ORIGINS
  read().push('changed')
  expect(read()).toEqual([])
})

test('one error names every invalid variable, its value and what is expected', () => {
  const env = { PORT: '99999', DEBUG: 'maybe', LEVEL: 'loud', ORIGINS: 'example.org' }
  expect(() => readConfig(Config, env)).toThrow(
    'Invalid configuration: PORT="99999" is invalid; expected a whole number from 0 to 65535. ' +
      'STORE_URL is not set; expected sqlite:FOLDER or mongodb://…. ' +
      'DEBUG="maybe" is invalid; expected true or false. ' +
      'LEVEL="loud" is invalid; expected one of info, warn. ' +
      'ORIGINS="example.org" is invalid; expected a list whose items are each text that matches ^https?://.',
  )
})

test.each(['12.5', '1e3', '0x10', 'NaN', '-1'])('PORT=%s is rejected', (PORT) => {
  expect(() => readConfig(Config, { STORE_URL: 'sqlite:x', PORT })).toThrow(`PORT="${PORT}" is invalid`)
})

test('no message contains a secret', () => {
  expect(() => readConfig(Config, { STORE_URL: 'sqlite:x', TOKEN: 'hunter2' })).toThrow('TOKEN=[hidden] is invalid')
  expect(() => readConfig(Config, { STORE_URL: 'redis://me:hunter2@host' })).toThrow('"redis://[hidden]@host"')
})
