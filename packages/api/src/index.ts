export { type ApiClient, type ApiClientOptions, createApiClient } from './client/apiClient.ts'
export {
  ApiAnswerError,
  ApiError,
  InvalidUrlError,
  NoWebSocketError,
  ServiceUnreachableError,
  StreamLostError,
  StreamRefusedError,
} from './client/apiErrors.ts'
export { type ClientOptions, createClient, type OutriggerClient } from './client/createClient.ts'
export type { WebSocketClass, WebSocketLike } from './client/stream/webSocket.ts'
export type { AlertParameters, AlertQuestions, AlertReading } from './outrigger/alertQuestions.ts'
export type { AnalyticsQuestions } from './outrigger/analyticsQuestions.ts'
export type { AnalyticsReadings } from './outrigger/analyticsReadings.ts'
export type { MarketSummaryReading, TvlReading, VolumesReading, YieldsReading } from './outrigger/marketReadings.ts'
export type {
  FindingsParameters,
  FindingWatchParameters,
  GasHistoryParameters,
  GasWatchParameters,
  LiquidationParameters,
  LiquidationWatchParameters,
  MempoolParameters,
  MempoolWatchParameters,
  Outrigger,
  PositionParameters,
  StopWatching,
  TvlParameters,
  VolumesParameters,
  WatchParameters,
  YieldsParameters,
} from './outrigger/outrigger.ts'
export type {
  BeaconReading,
  ComparisonReading,
  FindingReading,
  FindingsReading,
  FreshnessReading,
  GasHistoryReading,
  GasReading,
  GoneFinding,
  LiquidationNotice,
  LiquidationReading,
  LiquidationsReading,
  LrtReading,
  MempoolReading,
  MempoolStatsReading,
  MempoolStatusReading,
  PendingReading,
  PositionReading,
  PositionsReading,
  PriceHistoryReading,
  PriceReading,
} from './outrigger/readings.ts'
