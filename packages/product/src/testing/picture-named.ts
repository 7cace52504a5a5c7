/** A PNG, which browsers recognize by its content: with the name of HEIC it stands for one that this browser reads. */
export async function pictureNamed(name: string, type = ''): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 200 })
  canvas.getContext('2d')?.fillRect(0, 0, 400, 200)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  return new File([png ?? ''], name, { type })
}
