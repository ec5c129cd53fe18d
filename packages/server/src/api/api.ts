import { type AccountApiParts, createAccountApi } from './account.ts'
import { type AlertApiParts, createAlertApi } from './alerts.ts'
import { type AnalyticsParts, createAnalyticsApi } from './analytics/analytics.ts'
import { type AuthParts, createAuthApi } from './auth.ts'
import { type BlockchainApiParts, createBlockchainApi } from './blockchain.ts'
import { createDefiApi, type DefiApiParts } from './defi.ts'
import type { Api } from './fulfilment.ts'
import { createGasApi, type GasApiParts } from './gas.ts'
import { createGatewayApi, type GatewayApiParts } from './gateway.ts'
import { createHealthApi } from './health.ts'
import { createMarketApi, type MarketApiParts } from './market.ts'
import { createMempoolApi, type MempoolApiParts } from './mempool.ts'
import { createMetricsApi, type MetricsApiParts } from './metrics.ts'
import { createMevApi, type MevApiParts } from './mev.ts'
import { createExposureApi, type ExposureApiParts } from './mevExposure.ts'
import { createMevFindingsApi } from './mevFindings.ts'
import { createOracleApi, type OracleParts } from './oracle.ts'
import { createPriceApi, type PriceApiParts } from './price.ts'
import { createProvidersApi, type ProvidersApiParts } from './providers.ts'
import { createSwapApi, type SwapApiParts } from './swaps.ts'

export function createApi(
  parts: AnalyticsParts &
    AuthParts &
    OracleParts &
    GatewayApiParts &
    MempoolApiParts &
    DefiApiParts &
    PriceApiParts &
    MarketApiParts &
    SwapApiParts &
    MevApiParts &
    ExposureApiParts &
    GasApiParts &
    BlockchainApiParts &
    AlertApiParts &
    MetricsApiParts &
    AccountApiParts &
    ProvidersApiParts,
): Api {
  return {
    ...createHealthApi(parts),
    ...createAnalyticsApi(parts),
    ...createAuthApi(parts),
    ...createOracleApi(parts),
    ...createPriceApi(parts),
    ...createMarketApi(parts),
    ...createSwapApi(parts),
    ...createMevApi(parts),
    ...createExposureApi(parts),
    ...createMevFindingsApi(parts),
    ...createGasApi(parts),
    ...createBlockchainApi(parts),
    ...createGatewayApi(parts),
    ...createMempoolApi(parts),
    ...createDefiApi(parts),
    ...createAlertApi(parts),
    ...createMetricsApi(parts),
    ...createAccountApi(parts),
    ...createProvidersApi(parts),
  }
}
