/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The download has begun by then; earlier some browsers would find nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
