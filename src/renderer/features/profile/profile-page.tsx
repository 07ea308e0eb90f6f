import { EditProfile } from './edit-profile'
import { FirstProfile } from './first-profile'
import { useProfile } from './store'

/** The first time a page of its own [4.2a], later the settings of the person. */
export function ProfilePage() {
  const isNamed = useProfile(state => !!state.profile?.user_displayname.trim())
  return isNamed ? <EditProfile /> : <FirstProfile />
}
