import { remoteConfig } from '@aangan/web-kit/build/config'

/** @param {import('@aangan/web-kit/build/config').BuildOptions} [options] */
export default (options) => remoteConfig(import.meta.dirname, options)
