"""Room: screens and buttons: prompts -> display pixels, presses."""
