import { shellConfig } from '@aangan/web-kit/build/config'

export default () => shellConfig(import.meta.dirname)
