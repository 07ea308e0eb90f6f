import { exposeBridge } from './bridge'

exposeBridge()
