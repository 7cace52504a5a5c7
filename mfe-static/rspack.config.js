import { remoteConfig } from '@aangan/web-kit/build/config'

export default () => remoteConfig(import.meta.dirname)
