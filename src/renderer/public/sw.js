// Shows what the server pushes, and opens its link. It keeps nothing for offline use, so that no one meets yesterday's app.

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('push', event => {
  const message = read(event.data)
  event.waitUntil(
    self.registration.showNotification(message.title ?? 'Wheelhouse', {
      body: message.body ?? '',
      icon: '/favicon.svg',
      tag: message.tag,
      data: { link: message.link },
    }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.link))
})

/** A push without readable content still has to be shown, or browsers withdraw the permission. */
function read(data) {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

/** Opens the link in a window of the app that is there, or in a new one. Links lead into the app only. */
async function open(link) {
  const wanted = new URL(link ?? '/', self.location.origin)
  const url = wanted.origin === self.location.origin ? wanted.href : self.location.origin
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!window) return self.clients.openWindow(url)
  await window.focus()
  return window.navigate(url)
}
