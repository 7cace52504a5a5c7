import { mountRootParcel, type Parcel, type ParcelConfigObject, type ParcelProps } from 'single-spa'

type Props = Record<string, unknown>
type MountParcel = (config: ParcelConfigObject, props: ParcelProps) => Parcel

export interface ModuleParts {
  /** Loads the module to mount. */
  load: () => Promise<ParcelConfigObject>
  element: HTMLElement
  props: Props
  onMounted: () => void
  /** Called for each failure to load, mount, update or unmount. */
  onFailed: (error: unknown) => void
}

export interface MountedModule {
  update(props: Props): void
  /** What is still being loaded is then not mounted any more; what is being mounted is unmounted once it is. */
  unmount(): void
}

/** Loads a module that was built apart and mounts it. Whatever becomes of it, single-spa keeps nothing afterwards. */
export function mountModule({ load, element, props, onMounted, onFailed }: ModuleParts): MountedModule {
  let latest = props
  let passed: Props | undefined
  let isGone = false
  let steps = mount().catch((error: unknown) => {
    if (!isGone) onFailed(error)
    return undefined
  })

  async function mount(): Promise<Parcel | undefined> {
    const [module, mountParcel] = await Promise.all([load(), openShellParcel()])
    if (isGone) return
    const contained = contain(module, onFailed)
    passed = latest
    const parcel = mountParcel(contained.lifecycles, { ...passed, domElement: element })
    await parcel.mountPromise
    if (!contained.hasFailed()) onMounted()
    return parcel
  }

  function then(step: (parcel: Parcel) => Promise<unknown> | undefined): void {
    steps = steps.then(async (parcel) => {
      if (parcel) await step(parcel)
      return parcel
    })
  }

  return {
    update(next) {
      latest = next
      then((parcel) => {
        if (passed === latest || isGone) return
        passed = latest
        return parcel.update?.({ ...latest, domElement: element })
      })
    },
    unmount() {
      isGone = true
      then((parcel) => parcel.unmount())
    },
  }
}

/**
 * single-spa forgets a parcel when it is unmounted, but one that failed it can neither unmount nor forget: so to it
 * nothing fails. What it unmounts later is told to clean up all the same.
 */
function contain(module: ParcelConfigObject, onFailed: (error: unknown) => void) {
  const { bootstrap, mount, unmount, update } = module
  if (typeof mount !== 'function' || typeof unmount !== 'function') throw new Error('It exposes no lifecycles.')
  let failed = false
  const guarded =
    (...steps: unknown[]) =>
    async (props: Props) => {
      try {
        for (const step of steps) if (typeof step === 'function') await step(props)
      } catch (error) {
        failed = true
        onFailed(error)
      }
    }
  const lifecycles: ParcelConfigObject = {
    bootstrap: async () => {},
    mount: guarded(bootstrap, mount),
    unmount: guarded(unmount),
    update: guarded(update),
  }
  return { lifecycles, hasFailed: () => failed }
}

let opening: Promise<MountParcel> | undefined

/**
 * The parcel that everything else is mounted in. single-spa forgets an unmounted parcel only where its owner has a name
 * (`unmountThisParcel`), and its root, which owns what `mountRootParcel` mounts, has none: each switch of remotes left a
 * parcel there, with its props and its element.
 */
function openShellParcel(): Promise<MountParcel> {
  opening ??= new Promise((resolve, reject) => {
    const lifecycles: ParcelConfigObject = {
      name: 'shell',
      bootstrap: async () => {},
      mount: async ({ mountParcel }) => resolve(mountParcel),
      unmount: async () => {},
    }
    mountRootParcel(lifecycles, { domElement: document.createElement('div') }).mountPromise.catch(reject)
  })
  return opening
}
