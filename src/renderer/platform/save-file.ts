/** Starts the download of a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Revoked late, because some browsers would not find the file if it were gone before the download starts.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
