import './devices.css';

export { DevicesPage } from './parts/devices-page.tsx';
