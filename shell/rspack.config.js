import { ShellPlugin } from '@aangan/build/shell-plugin'

export default { entry: { shell: './src/entry.ts' }, devtool: 'source-map', plugins: [new ShellPlugin()] }
