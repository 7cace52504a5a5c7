declare module '*.module.css' {
  const classes: { readonly [name: string]: string }
  // @ts-ignore: an error where a module is compiled to ECMAScript, but the only type for `import * as s`.
  export = classes
}

/** Side-effect stylesheets; remotes use them only for vendor styles of lazy chunks. */
declare module '*.css'

declare module '*.svg' {
  const url: string
  export default url
}

declare module '*.woff2' {
  const url: string
  export default url
}
