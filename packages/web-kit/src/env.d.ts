/** Class names of a CSS module: `import * as styles from './card.module.css'`. */
declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  export = classes
}

/** A stylesheet taken for its effect alone; in remotes only vendor styles of lazy chunks are. */
declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}

declare module '*.woff2' {
  const url: string
  export default url
}
