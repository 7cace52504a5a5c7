import { __Name__ } from './__name__/__name__.tsx'
import { remote } from './definition.ts'

export const { bootstrap, mount, unmount, update } = remote.offer<'__slot__'>({ Component: __Name__ })
