import './devices.css';

export { BatchPage } from './parts/batch-page.tsx';
export { DevicesPage } from './parts/devices-page.tsx';
