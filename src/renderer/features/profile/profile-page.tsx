import { EditProfile } from './edit-profile'
import { FirstProfile } from './first-profile'
import { useProfile } from './store'

/** A page of its own the first time [4.2a], later the person's settings. */
export function ProfilePage() {
  const isNamed = useProfile(state => !!state.profile?.user_displayname.trim())
  return isNamed ? <EditProfile /> : <FirstProfile />
}
