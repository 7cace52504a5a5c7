import { ShellPlugin } from '@aangan/web-kit/build/shell-plugin'

/** @type {import('@rspack/core').Configuration} */
export default { entry: { shell: './src/main.tsx' }, devtool: 'source-map', plugins: [new ShellPlugin()] }
