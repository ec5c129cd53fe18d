import type { Api } from '../fulfilment.ts'
import { createDexFigureApi, type DexFigureParts } from './dex.ts'
import { createMarketFigureApi, type MarketFigureParts } from './market.ts'
import { createPlatformApi, type PlatformParts } from './platform.ts'
import { createProtocolApi, type ProtocolParts } from './protocol.ts'
import { createSeriesApi, type SeriesParts } from './series.ts'
import { createUsageApi, type UsageParts } from './usage.ts'
import { createUserApi, type UserParts } from './user.ts'

export type AnalyticsParts = UsageParts &
  SeriesParts &
  PlatformParts &
  MarketFigureParts &
  DexFigureParts &
  UserParts &
  ProtocolParts

export const createAnalyticsApi = (parts: AnalyticsParts): Pick<Api, Extract<keyof Api, `analytics${string}`>> => ({
  ...createUsageApi(parts),
  ...createSeriesApi(parts),
  ...createPlatformApi(parts),
  ...createMarketFigureApi(parts),
  ...createDexFigureApi(parts),
  ...createUserApi(parts),
  ...createProtocolApi(parts),
})
