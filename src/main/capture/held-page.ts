import { capture as limits } from '#shared/contract/sources/limits'

/** What runs in the page that holds the stream; text, because it is another program than this one. */

/** How long a still screen may go without a new picture before the last one is drawn again, in milliseconds. */
const redrawAfter = 2_000

export const openScript = `(async () => {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    audio: false,
    // Browsers take no least size here: a small screen is enlarged as it is drawn.
    video: { width: { max: ${limits.width.most} }, height: { max: ${limits.height.most} } },
  })
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = stream
  await video.play()
  window.held = { stream, video }
  window.ended = new Promise(resolve => stream.getVideoTracks()[0].addEventListener('ended', resolve, { once: true }))
})()`

/** Resolves when the stream was ended from outside. */
export const endScript = 'window.ended.then(() => true)'

/** Returns a JPEG as base64. */
export const grabScript = `(async () => {
  const { stream, video } = window.held ?? {}
  if (!stream || stream.getVideoTracks()[0].readyState !== 'live') {
    console.error('No video stream available.')
    throw new Error('No video stream available.')
  }
  // A still screen sends nothing new: what is there is what there is to see.
  await Promise.race([
    new Promise(resolve => video.requestVideoFrameCallback(resolve)),
    new Promise(resolve => setTimeout(resolve, video.readyState >= 2 ? 100 : ${redrawAfter})),
  ])
  const up = Math.max(1, ${limits.width.least} / video.videoWidth, ${limits.height.least} / video.videoHeight)
  const width = Math.min(${limits.width.most}, Math.round(video.videoWidth * up))
  const height = Math.min(${limits.height.most}, Math.round(video.videoHeight * up))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) {
    console.error('Canvas context missing')
    throw new Error('Canvas context missing')
  }
  context.drawImage(video, 0, 0, width, height)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: ${limits.quality} })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let start = 0; start < bytes.length; start += 32768) text += String.fromCharCode(...bytes.subarray(start, start + 32768))
  return btoa(text)
})()`
