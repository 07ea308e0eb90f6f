// Loaded by the PDF worker when a page has such a picture, as the file behind the last slash; fields of that name say where it is. In
// JavaScript, because the content security policy allows no WebAssembly. Not bundled: the worker names it by its address.
const { searchParams } = new URL(import.meta.url)
const wanted = (searchParams.get('wanted') ?? '').replace('/', '')
const { default: decoder } = await import(searchParams.get(wanted) ?? '')

export default decoder
