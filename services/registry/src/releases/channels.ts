import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@aangan/service-kit/durable-files'
import { ifMissing } from '@aangan/service-kit/if-missing'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** In the folder of a name, beside those of its versions. */
export const CHANNELS_FILE = 'channels.json'

const Version = Type.String({ pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' })

export const CanaryChannel = Type.Object({
  version: Version,
  /** Of all visitors, 0 to 1. */
  share: Type.Number({ minimum: 0, maximum: 1 }),
  /** Canaries of the same set go to the same visitors. */
  set: Type.String({ minLength: 1 }),
})
export type CanaryChannel = Static<typeof CanaryChannel>

/** `<name>/channels.json`. Registries before canaries read `stable` and ignore the rest. */
export const Channels = Type.Object({
  stable: Type.Optional(Version),
  canary: Type.Optional(CanaryChannel),
  /** Nothing but a rollback replaces `stable`. */
  pinned: Type.Optional(Type.Literal(true)),
  /** Who chose `stable`: a deploy or an operator, or what the image or checkout ships, which may replace it. Absent: image. */
  from: Type.Optional(Type.Enum(['deploy', 'image'])),
})
export type Channels = Static<typeof Channels>

/** Null if the file is missing. Throws an Error that says what is wrong with it. */
export async function readChannels(dir: string, name: string): Promise<Channels | null> {
  const text = await readFile(channelsFile(dir, name), 'utf8').catch(ifMissing(null))
  if (text === null) return null
  const channels: unknown = JSON.parse(text)
  const [error] = Value.Errors(Channels, channels)
  if (error) throw new Error(`channels.json: ${error.instancePath || '/'} ${error.message}`)
  return channels as Channels
}

export async function writeChannels(dir: string, name: string, channels: Channels): Promise<void> {
  await writeDurably(channelsFile(dir, name), `${JSON.stringify(channels)}\n`)
}

export function channelsFile(dir: string, name: string): string {
  return join(dir, name, CHANNELS_FILE)
}
